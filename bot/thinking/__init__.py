"""The computer's thinking, in processes of its own."""
