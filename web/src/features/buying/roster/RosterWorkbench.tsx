// A roster from its paste to the cart: source, products, grid, summary. Nothing of it leaves the browser before it is
// added, except product numbers that are looked up.
import type { RosterSheetView, RosterStyle, RosterView } from "@fieldhouse/rules/roster";
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useReducer, useRef, useState } from "react";
import { useMiniCart } from "../../../shared/mini-cart";
import { useShell } from "../../../shared/site";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { useToast } from "../../../ui/Toast";
import { useCart } from "../cart/api";
import { usePersonalPrices } from "../pricing/personal-prices";
import { useArticles } from "./api";
import { ProposedFixes } from "./ProposedFixes";
import { RosterGrid } from "./RosterGrid";
import { RosterSource } from "./RosterSource";
import { RosterSummary } from "./RosterSummary";
import { gridAsCsv, saveCsv } from "./roster-files";
import { changeGrid, emptyGrid, type Grid, type GridChange } from "./roster-state";
import { SharedQuestions, sharedQuestions } from "./SharedQuestions";
import { asRosterStyle, type ChosenStyle, StyleChooser } from "./StyleChooser";
import { useAddRoster } from "./use-add-roster";
import { forShopper, judge, skusOf, useJudged } from "./use-roster";

interface RosterWorkbenchProps {
  intro: string;
  help: string;
  placeholder: string;
  sample: string;
  /** Whether products are chosen beside the grid; a list brings its own product numbers. */
  choosesProducts: boolean;
  /** Products to begin with. */
  chosen?: ChosenStyle[];
  /** What stands above where rows are pasted; may bring rows itself. */
  start?: (load: (sheet: RosterSheetView) => void) => ReactNode;
  /** What is said of the rows below them. */
  compare?: (view: RosterView, styles: readonly RosterStyle[]) => ReactNode;
}

export function RosterWorkbench(props: RosterWorkbenchProps) {
  const { intro, help, placeholder, sample, choosesProducts, start, compare } = props;
  const { brand } = useShell();
  const toast = useToast();
  const { openMiniCart } = useMiniCart();
  const [grid, dispatch] = useReducer(changeGrid, emptyGrid);
  const [chosen, setChosen] = useState<ChosenStyle[]>(props.chosen ?? []);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [message, setMessage] = useState("");
  const [onlyAttention, setOnlyAttention] = useState(false);
  const [touched, setTouched] = useState<number | undefined>();
  const [notice, setNotice] = useState("");
  const { add, pending } = useAddRoster();
  const place = useRef<HTMLDivElement>(null);

  const skuColumn = grid.columns.findIndex((column) => column.kind === "sku");
  const skus = useSkus(grid, skuColumn);
  const articles = useArticles(skus);
  const styles = useMemo<RosterStyle[]>(
    () => (skuColumn >= 0 ? articles.found : chosen.map(asRosterStyle)),
    [skuColumn, articles.found, chosen],
  );
  const personal = usePersonalPrices(useMemo(() => skusOf(styles), [styles]));
  const { data: cart } = useCart();
  const priced = useMemo(() => forShopper(styles, personal, cart), [styles, personal, cart]);
  const { view, rows: judged, fixes } = useJudged(brand.site, grid, priced);
  const looking = skuColumn >= 0 && articles.looking;

  const change = useRef((wanted: GridChange) => {
    dispatch(wanted);
    setMessage("");
    if (wanted.type === "cell") setTouched(wanted.key);
    const keys =
      wanted.type === "cell" ? [wanted.key] : wanted.type === "fix" ? wanted.fixes.map((fix) => fix.key) : undefined;
    setRefused((before) => {
      if (before.size === 0) return before;
      return new Map([...before].filter(([key]) => keys !== undefined && !keys.includes(key)));
    });
  }).current;

  const load = (sheet: RosterSheetView) => {
    change({ type: "load", rows: sheet.rows });
    setOnlyAttention(false);
    setNotice(
      sheet.blankRows > 0
        ? `${sheet.blankRows} blank ${sheet.blankRows === 1 ? "row was" : "rows were"} left out. `
        : "",
    );
  };
  // Where the rows were pasted is gone: focus goes to what took its place, before anybody can have moved on.
  const isEmpty = grid.columns.length === 0;
  useLayoutEffect(() => {
    if (!isEmpty) place.current?.focus();
  }, [isEmpty]);
  const apply = (wanted: typeof fixes) => {
    const before = grid;
    change({ type: "fix", fixes: wanted });
    toast(`${wanted.length} ${wanted.length === 1 ? "fix is" : "fixes are"} applied`, "good", {
      label: "Undo",
      run: () => change({ type: "restore", grid: before }),
    });
  };
  const clear = () => {
    const before = grid;
    change({ type: "clear" });
    toast("The roster was cleared", "info", { label: "Undo", run: () => change({ type: "restore", grid: before }) });
  };
  const addAll = async () => {
    setMessage("");
    // What is added is judged from what stands in the grid now, not from what was drawn last.
    const sent = judge(brand.site, grid, priced);
    const keyOf = (row: number) => grid.rows[row]?.key ?? 0;
    const result = await add(sent);
    if (result.kind === "refused") {
      setRefused(new Map([...result.rows].map(([row, sentence]) => [keyOf(row), sentence])));
      setMessage(result.message);
      return;
    }
    const before = result.rows.length;
    // With everything in the cart, lines that order nothing have done their part.
    const over = sent.attention > 0 ? [] : sent.rows.flatMap((row, place) => (row.nothing === null ? [] : [place]));
    change({ type: "remove-rows", keys: new Set([...result.rows, ...over].map(keyOf)) });
    toast(`${before.toLocaleString("en-US")} ${before === 1 ? "row is" : "rows are"} in your cart`, "good");
    openMiniCart(result.change.addedQuantity);
  };

  const questions = useMemo(() => sharedQuestions(judged, fixes), [judged, fixes]);
  const attention = useMemo(() => {
    if (!onlyAttention) return undefined;
    const open = grid.rows.filter(({ key }) => {
      const row = judged.get(key);
      return !(row?.ready || row?.nothing) || refused.has(key) || key === touched;
    });
    return new Set(open.map((row) => row.key));
  }, [onlyAttention, grid.rows, judged, refused, touched]);
  const errors = useMemo(() => {
    const named = view.errors.map((error) => [/^styles\.(\d+)$/.exec(error.field)?.[1], error.message] as const);
    return new Map(named.flatMap(([at, sentence]) => (at === undefined ? [] : [[Number(at), sentence] as const])));
  }, [view.errors]);

  if (isEmpty) {
    return (
      <div className="max-w-4xl">
        {start?.(load)}
        <p className="mb-4">{intro}</p>
        <RosterSource help={help} placeholder={placeholder} sample={sample} onRead={load} />
      </div>
    );
  }
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {choosesProducts && skuColumn < 0 ? (
        <div className="mb-6 max-w-4xl">
          <StyleChooser
            chosen={chosen}
            columns={grid.columns}
            sizeColumns={view.sizeColumns}
            errors={errors}
            onChange={setChosen}
          />
        </div>
      ) : null}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Checkbox
          label="Only rows that need attention"
          checked={onlyAttention}
          onChange={(event) => {
            setOnlyAttention(event.target.checked);
            setTouched(undefined);
          }}
        />
        {fixes.length > 0 ? <ProposedFixes grid={grid} fixes={fixes} onApply={() => apply(fixes)} /> : null}
        <SharedQuestions questions={questions} onAnswer={apply} />
        <Button tone="quiet" size="small" onClick={() => change({ type: "add-row" })}>
          Add a row
        </Button>
        <Button tone="quiet" size="small" onClick={() => change({ type: "add-column", kind: "text" })}>
          Add a column
        </Button>
        {grid.across ? null : (
          <Button
            tone="quiet"
            size="small"
            onClick={() => change({ type: "headings", asRows: grid.above.length > 0 })}
            disabled={grid.above.length === 0 && grid.rows.length === 0}
          >
            {grid.above.length > 0 ? "Headings are a row" : "First row is headings"}
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={() => saveCsv("roster.csv", gridAsCsv(grid, judged, false))}>
          Export all
        </Button>
        {view.attention > 0 ? (
          <Button
            tone="quiet"
            size="small"
            onClick={() => saveCsv("roster-needs-attention.csv", gridAsCsv(grid, judged, true))}
          >
            Export rows that need attention
          </Button>
        ) : null}
        <Button tone="quiet" size="small" onClick={clear}>
          Clear
        </Button>
      </div>
      <p className="mb-2 text-muted text-sm">
        {notice}
        {grid.across ? "Sizes stood across the top: each count is a row of its own now. " : ""}
        Arrow keys walk the grid; Ctrl+Enter applies the proposed fix of a row, or leads to what is asked.
      </p>
      {articles.failed && skuColumn >= 0 ? (
        <p role="alert" className="mb-2 flex items-center gap-2 font-medium text-danger text-sm">
          The product numbers could not be looked up.
          <Button tone="outline" size="small" onClick={articles.retry}>
            Try again
          </Button>
        </p>
      ) : null}
      <RosterGrid
        grid={grid}
        judged={judged}
        refused={refused}
        shown={attention}
        looking={looking}
        personal={personal}
        change={change}
      />
      {compare?.(view, priced)}
      <RosterSummary
        view={view}
        personal={personal}
        refused={refused.size}
        adding={pending}
        message={message}
        onAdd={() => void addAll()}
      />
    </div>
  );
}

/** The product numbers of a grid, each once, behind the typing. */
function useSkus(grid: Grid, column: number): readonly string[] {
  const rows = useDeferredValue(grid.rows);
  return useMemo(() => {
    if (column < 0) return [];
    return [...new Set(rows.map((row) => (row.cells[column] ?? "").trim()))].filter((sku) => sku !== "");
  }, [rows, column]);
}
