"""The measures of the code base: how large it is, how it hangs together, and what stands twice."""

from __future__ import annotations

from collections import Counter

from tools.code_measures import HEAVY, Code, long_lines, percentile, repeated_css_rules


def main() -> None:
    code = Code()
    lengths = code.function_lengths
    print(f"src: {len(code.paths)} files, {code.lines:,} lines")
    print(f"functions: {len(lengths):,}, median {percentile(lengths, 0.5)} lines, p95 {percentile(lengths, 0.95)}")
    print(f"import cycles, deferred imports counted: {len(code.cycles)}")
    for cycle in code.cycles:
        print(f"  {', '.join(cycle)}")
    _print_deferred(code)
    print(
        f"parameters typed Any, outside compiled code: {len(code.any_parameters)}, of which states: {code.any_states}"
    )
    print(f"public class names used twice or more: {len(code.repeated_names)}")
    for name, modules in code.repeated_names.items():
        print(f"  {name}: {', '.join(modules)}")
    print(f"lines of documents over 200 characters: {long_lines(200)}, over 100: {long_lines(100)}")
    print(f"repeated CSS rules in web/src: {repeated_css_rules()}")


def _print_deferred(code: Code) -> None:
    """Which imports inside functions load something heavy, why that may be, and which load nothing of the kind."""
    why = Counter(HEAVY[heavy] for _, _, heavy in code.explained)
    print(f"imports inside functions: {len(code.deferred)}, of which {len(code.unexplained)} load nothing heavy")
    for reason, count in why.most_common():
        print(f"  {count} allowed: {reason}")
    for each in code.unexplained:
        print(f"  to be moved up: {each}")


if __name__ == "__main__":
    main()
