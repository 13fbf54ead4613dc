/* digits.c -- a score of four decimal digits in the corner of the screen */

unsigned char digits[4];        /* the first is the thousands */

static unsigned char *const corner = (unsigned char *)0x0400;

/* Add points, 0 to 9; from 9999 it begins again. */
void __fastcall__ add(unsigned char points)
{
    unsigned char place = 4;

    while (place > 0 && points > 0) {
        --place;
        digits[place] += points;
        points = 0;
        if (digits[place] > 9) {
            digits[place] -= 10;
            points = 1;
        }
    }
}

void show(void)
{
    unsigned char place;

    for (place = 0; place < 4; ++place) {
        corner[place] = '0' + digits[place];
    }
}

void main(void)
{
    unsigned char round;

    for (round = 0; round < 3; ++round) {
        add(7);
        show();
    }
    for (;;) {
    }
}
