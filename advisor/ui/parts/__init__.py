"""What the pages share: the frame, the address, the words, and the answers as cards, verdicts and bars."""
