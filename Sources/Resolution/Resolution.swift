// Themes compiled into flat indexes, and the look-ups that they answer.
