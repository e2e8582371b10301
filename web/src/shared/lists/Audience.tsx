// Who sees a list: oneself alone, or the people of a unit.
import type { OrderChoiceView } from "@fieldhouse/rules";
import { Select } from "../../ui/Select";

interface AudienceProps {
  units: readonly OrderChoiceView[];
  /** Key of a unit, or empty. */
  value: string;
  onChange: (unit: string) => void;
}

export function Audience({ units, value, onChange }: AudienceProps) {
  if (units.length === 0) return null;
  return (
    <Select
      label="Who sees it"
      value={value}
      options={[{ value: "", label: "Only me" }, ...units.map(({ key, label }) => ({ value: key, label }))]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
