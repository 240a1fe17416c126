"""What is compiled of the desk; by itself, so that a change elsewhere does not compile it again."""
