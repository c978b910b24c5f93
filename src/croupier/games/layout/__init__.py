"""The shape of the games in which players place chips on a layout and one result settles them all.

Roulette, the money wheel and Tai-Sai each say which positions there are, what wins, and which steps the dealer takes;
placing, calling, collecting, paying and voiding are written here once.
"""
