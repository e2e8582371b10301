// What a question in a roster can be answered by: a button each, or, where there are many, the likeliest and a list.
import { Button } from "../../../ui/Button";
import { Select } from "../../../ui/Select";

/** So many stand beside each other; of more, `likeliest` do. */
const most = 6;
const likeliest = 3;

interface RosterChoicesProps<Choice extends { label: string }> {
  /** The likeliest first. */
  choices: readonly Choice[];
  /** 'row 3': tells the answers of several questions apart. */
  of: string;
  tabIndex?: 0 | -1;
  onChosen: (choice: Choice) => void;
}

export function RosterChoices<Choice extends { label: string }>(props: RosterChoicesProps<Choice>) {
  const { of, tabIndex = 0, onChosen } = props;
  // A product that was chosen twice is one answer.
  const choices = [...new Map(props.choices.map((choice) => [choice.label, choice])).values()];
  const beside = choices.length > most ? likeliest : most;
  const others = choices.slice(beside);
  return (
    <>
      {choices.slice(0, beside).map((choice) => (
        <Button
          key={choice.label}
          tone="outline"
          size="small"
          tabIndex={tabIndex}
          aria-label={`${choice.label}, ${of}`}
          onClick={() => onChosen(choice)}
        >
          <bdi>{choice.label}</bdi>
        </Button>
      ))}
      {others.length > 0 ? (
        <Select
          label={`Another answer, ${of}`}
          hideLabel
          placeholder={`${others.length.toLocaleString("en-US")} more`}
          tabIndex={tabIndex}
          value=""
          options={others.map(({ label }, nth) => ({ value: String(nth), label }))}
          onChange={(event) => {
            const chosen = others[Number(event.currentTarget.value)];
            if (chosen) onChosen(chosen);
          }}
          fieldClassName="max-w-full"
        />
      ) : null}
    </>
  );
}
