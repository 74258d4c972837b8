"""The revisions. One that stands in a release is never edited."""
