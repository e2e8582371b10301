// What many rows ask alike is answered once: 'There is no size womens L', in 8 rows.
import type { RosterFix, RosterRowView } from "@fieldhouse/rules/roster";
import { useState } from "react";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { RosterChoices } from "./RosterChoices";

interface Answer {
  label: string;
  fixes: { key: number; fix: RosterFix }[];
}

interface Question {
  message: string;
  answers: Answer[];
}

/**
 * Questions that two rows or more ask in the same words, with what every one of them can be answered by. What has a
 * proposed fix is no question.
 */
export function sharedQuestions(
  rows: ReadonlyMap<number, RosterRowView>,
  proposed: readonly { key: number; fix: RosterFix }[],
): Question[] {
  const settled = new Set(proposed.map(({ key, fix }) => `${key} ${fix.column}`));
  const asked = new Map<string, { key: number; fixes: RosterFix[] }[]>();
  for (const [key, row] of rows) {
    for (const { error, fixes } of row.problems) {
      const isOpen = fixes.every((fix) => !settled.has(`${key} ${fix.column}`));
      if (fixes.length === 0 || !isOpen) continue;
      const askers = asked.get(error.message);
      if (askers) askers.push({ key, fixes });
      else asked.set(error.message, [{ key, fixes }]);
    }
  }
  return [...asked].flatMap(([message, askers]) => {
    const [first, ...others] = askers;
    if (!first || others.length === 0) return [];
    const answers = first.fixes.flatMap(({ label }) => {
      const fixes = askers.flatMap(({ key, fixes }) => {
        const fix = fixes.find((each) => each.label === label);
        return fix ? [{ key, fix }] : [];
      });
      return fixes.length === askers.length ? [{ label, fixes }] : [];
    });
    return answers.length > 0 ? [{ message, answers }] : [];
  });
}

interface SharedQuestionsProps {
  questions: readonly Question[];
  onAnswer: (fixes: Answer["fixes"]) => void;
}

export function SharedQuestions({ questions, onAnswer }: SharedQuestionsProps) {
  const [open, setOpen] = useState(false);
  const answer = (fixes: Answer["fixes"]) => {
    if (questions.length === 1) setOpen(false);
    onAnswer(fixes);
  };
  const many = questions.length === 1 ? "1 question" : `${questions.length.toLocaleString("en-US")} questions`;
  return (
    <>
      {questions.length > 0 ? (
        <Button tone="outline" size="small" onClick={() => setOpen(true)}>
          Answer {many} for several rows
        </Button>
      ) : null}
      <Dialog open={open} onOpenChange={setOpen} title="Asked in several rows">
        <ul className="divide-y divide-line px-4">
          {questions.map(({ message, answers }) => (
            <li key={message} className="py-4">
              <p>
                <bdi className="font-medium">{message}</bdi>
                <span className="text-muted"> in {answers[0]?.fixes.length.toLocaleString("en-US")} rows</span>
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <RosterChoices choices={answers} of={message} onChosen={({ fixes }) => answer(fixes)} />
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
