// Where a roster comes in: cells pasted, a file dropped or chosen, or a sample to try it with.
import { type RosterSheetView, readRosterText } from "@fieldhouse/rules/roster";
import clsx from "clsx";
import { type DragEvent, useId, useRef, useState } from "react";
import { Button } from "../../../ui/Button";
import { controlClasses, FieldError } from "../../../ui/Field";
import { readFile } from "./roster-files";

interface RosterSourceProps {
  help: string;
  placeholder: string;
  /** Address of a sample file. */
  sample: string;
  onRead: (sheet: RosterSheetView) => void;
}

export function RosterSource({ help, placeholder, sample, onRead }: RosterSourceProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [over, setOver] = useState(false);
  const [reading, setReading] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const take = (sheet: RosterSheetView) => {
    const broken = sheet.errors[0];
    setError(broken?.message ?? "");
    if (broken) return;
    setText("");
    onRead(sheet);
  };
  const takeFile = async (load: () => Promise<File>) => {
    setReading(true);
    try {
      take(await readFile(await load()));
    } catch {
      setError("This file could not be read. Please try again.");
    }
    setReading(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void takeFile(async () => file);
    else take(readRosterText(event.dataTransfer.getData("text/plain")));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the button beside it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        "rounded-brand border-2 border-dashed p-4 sm:p-6",
        over ? "border-primary bg-alt" : "border-control bg-surface",
      )}
    >
      <label htmlFor={id} className="font-semibold">
        Paste your rows here
      </label>
      <p id={`${id}-help`} className="mt-1 text-muted text-sm">
        {help}
      </p>
      <textarea
        id={id}
        rows={4}
        value={text}
        placeholder={placeholder}
        aria-describedby={`${id}-help`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text/plain");
          // One word pasted into what is being typed is text; rows are a roster.
          if (text !== "" || !/[\n\t]/.test(pasted.trim())) return;
          event.preventDefault();
          take(readRosterText(pasted));
        }}
        className={clsx(controlClasses, "mt-3 font-mono text-sm")}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button disabled={text.trim() === ""} onClick={() => take(readRosterText(text))}>
          Read rows
        </Button>
        <Button tone="outline" pending={reading} onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        <Button
          tone="quiet"
          onClick={() => void takeFile(async () => new File([await (await fetch(sample)).blob()], "sample"))}
        >
          Try a sample
        </Button>
        <span className="text-muted text-sm max-sm:hidden">or drop an XLSX or CSV file anywhere in this box</span>
      </div>
      <input
        ref={chooser}
        type="file"
        aria-label="Roster file"
        accept=".xlsx,.csv,.tsv,.txt"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void takeFile(async () => file);
          event.target.value = "";
        }}
      />
      <div role="alert" className="mt-2">
        <FieldError error={error || undefined} />
      </div>
    </div>
  );
}
