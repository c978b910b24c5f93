"""The clause by which each act of a tournament is done, for those who conduct it."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games import acts as general
from croupier.games.acts import Act
from croupier.games.tournament import acts
from croupier.games.tournament.session_table import table_acts
from croupier.rulebook import Cite

CLAUSES: Mapping[type[Act], Cite] = {
    acts.Determine: Cite("D7 3.2"),
    acts.NotifyApplicant: Cite("D7 3.7"),
    acts.AcceptEntry: Cite("D7 1.0 Player"),
    acts.RefuseEntry: Cite("D7 3.3(a)"),
    acts.ConsentToRefund: Cite("D7 3.5(a)(ii)"),
    acts.Contribute: Cite("D7 3.4"),
    acts.AlterStart: Cite("D7 3.8"),
    acts.CancelTournament: Cite("D7 3.3(d)"),
    acts.BreakOff: Cite("D7 3.5(b)", "T29"),
    acts.SetTables: Cite("D7 3.3(c)(i)"),
    acts.PlaceAt: Cite("D7 3.3(c)(ii)"),
    acts.DrawLot: Cite("D7 6.6", "T46"),
    acts.StartSession: Cite("D7 5.1"),
    acts.RecallSession: Cite("D7 5.4", "T30"),
    acts.CorrectTally: Cite("D7 6.4", "T43"),
    acts.PayPrizes: Cite("D7 3.4", "T43"),
    acts.IssueAgain: Cite("D7 4.8"),
    acts.DeclineIssue: Cite("D7 4.8", "T4"),
    table_acts.Attendance: Cite("D7 5.1"),
    table_acts.BeginSession: Cite("D7 5.8(a)"),
    table_acts.Disqualify: Cite("D7 3.3(b)(i)"),
    table_acts.Reinstate: Cite("D7 3.3(b)(i)", "T47"),
    table_acts.PausePlay: Cite("D7 5.7", "T35"),
    table_acts.ResumePlay: Cite("D7 5.7", "T35"),
    table_acts.ConsentToLeave: Cite("D7 5.7"),
    table_acts.PermitWriting: Cite("D7 5.14"),
    table_acts.LimitTime: Cite("D7 4.9"),
    general.ChangeLimits: Cite("D7 4.3"),
}
"""By which clause the operator and the tournament director do what is theirs, in the tournament and at its tables."""
