"""What is measured and proved, against other backgammon programs. Run from the repository:

python -m benchmarks.legal_plays    how fast legal plays are found
python -m benchmarks.prove          that they are the right ones, on a million positions
"""
