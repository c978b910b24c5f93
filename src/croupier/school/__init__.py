"""The dealer school: drills made from the rules, each with the answer that the rules give.

```python
from croupier.school import DrillAnswer, is_right, lesson

drill = lesson("roulette/pay/whole-number").drill(seed=7)
print(drill.question, [each.label for each in drill.amounts])
assert is_right(drill, DrillAnswer(amounts=drill.solution.amounts))
```

No answer is computed here. Payments come from settlements, and what is wrong with a step from the table's refusal.
"""

from croupier.school.coverage import SchoolCoverage, drilled, school_coverage
from croupier.school.drill import Drill, DrillAnswer, DrillKind, is_right
from croupier.school.exam import ExamResult, exam, judge
from croupier.school.lessons import Lesson, UnknownLesson, lesson, lessons, lessons_of
from croupier.school.shoe import DealtShoe, ShoeGrade, deal_shoe, grade

__all__ = [
    "DealtShoe",
    "Drill",
    "DrillAnswer",
    "DrillKind",
    "ExamResult",
    "Lesson",
    "SchoolCoverage",
    "ShoeGrade",
    "UnknownLesson",
    "deal_shoe",
    "drilled",
    "exam",
    "grade",
    "is_right",
    "judge",
    "lesson",
    "lessons",
    "lessons_of",
    "school_coverage",
]
