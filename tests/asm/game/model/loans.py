"""Loans of the bank and of players (VARIANTS 3; RULES R-12 for what is not paid back)."""

from dataclasses import dataclass

from tests.asm.game.model.dealing import Dealing
from tests.asm.game.model.table import BANK, Mode, need

PLACES = 8
MOST = 4000  # so that eight fit a number of 16 bits
TERMS = {"turns": 20, "laps": 5}


@dataclass
class Loan:
    """An open loan; ``unit`` is what ``remaining`` counts."""

    lender: int
    borrower: int
    amount: int
    unit: str
    remaining: int


class Loans(Dealing):
    """The requests about loans, and what becomes of them."""

    def ask_loan(self, lender, amount, unit, term):
        """The player with the dice asks a player or the bank."""
        need(self.switch["loans"])
        self.gate("normal")
        if unit == "issue":
            need(self.switch["bank"] and self.switch["banker"] - 1 == self.me.seat)
            need(1 <= amount <= MOST and self.issued < 1 << 16)
            self.issue(amount)
            return
        need(None in self.loans and unit in TERMS)
        need(1 <= amount <= MOST and 1 <= term <= TERMS[unit])
        loan = Loan(lender, self.me.seat, amount, unit, term)
        if lender == BANK:
            banker = self.banker()
            if banker in (None, self.me.seat):
                need(self.machine_lends(loan))
                self.tell_loan("LOAN_ASKED", loan)
                self.pay_out(loan)
                return
        else:
            need(lender < 8 and lender != self.me.seat and self.players[lender].alive)
            need(self.players[lender].cash >= amount)
            banker = lender
        self.asked = loan
        self.tell_loan("LOAN_ASKED", loan)
        self.modes.append(Mode("loan", banker))

    def tell_loan(self, name, loan, place=None):
        """About a loan in its place, or in the first that is free."""
        place = self.loans.index(None) if place is None else place
        self.tell(name, loan.borrower, place, loan.lender, loan.amount)

    def banker(self):
        """The seat that decides about the bank's loans, None = the machine."""
        seat = self.switch["banker"] - 1
        return seat if seat >= 0 and self.players[seat].alive else None

    def machine_lends(self, loan):
        return 2 * (self.borrowed(loan.borrower) + loan.amount) <= self.equity(loan.borrower)

    def pay_out(self, loan):
        place = self.loans.index(None)
        if loan.lender == BANK:
            loan.amount = self.from_bank(loan.borrower, loan.amount)
            self.loans[place] = loan if loan.amount else None
        else:
            self.loans[place] = loan
            self.charge(self.players[loan.lender], loan.borrower, loan.amount)
        self.tell_loan("LOAN" if loan.amount else "LOAN_REFUSED", loan, place)

    def grant(self):
        self.gate("loan")
        loan = self.asked
        need(loan.lender == BANK or self.players[loan.lender].cash >= loan.amount)
        self.modes.pop()
        self.pay_out(loan)

    def refuse_loan(self):
        self.gate("loan", debt=True)
        self.modes.pop()
        self.tell_loan("LOAN_REFUSED", self.asked)

    def pay_back(self, place):
        """Before the term, in full."""
        self.gate("normal")
        need(place < PLACES and self.loans[place])
        loan = self.loans[place]
        need(loan.borrower == self.me.seat and self.me.cash >= loan.amount)
        self.settle_loan(place, "LOAN_BACK")

    def settle_loan(self, place, how):
        self.tell_loan(how, self.loans[place], place)
        loan, self.loans[place] = self.loans[place], None
        self.charge(self.players[loan.borrower], loan.lender, loan.amount)

    def count_down(self, player, unit):
        """A turn of the borrower begins, or he passes GO."""
        for place, loan in enumerate(self.loans):
            if loan and (loan.borrower, loan.unit) == (player.seat, unit):
                loan.remaining -= 1
                if not loan.remaining:
                    self.settle_loan(place, "LOAN_DUE")

    def forget_loans(self, seat):
        """Somebody is out: what he has borrowed lapses, what he has lent is the bank's."""
        for place, loan in enumerate(self.loans):
            if loan and loan.borrower == seat:
                self.loans[place] = None
            elif loan and loan.lender == seat:
                loan.lender = BANK
