// Customers: found by a fragment of name, e-mail or business unit, the newest first.
import { type Ref, useState } from "react";
import { Link, useNavigate, useSearchParams } from "../../../ui/router";
import { asking, type DeskCustomerRowView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useRows } from "../../shared/rows";
import { useBrandsOf } from "../../shared/session";
import { leftOut } from "../../shared/sought";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Choice, Input } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Nothing, Page, RowShapes } from "../../ui/Page";

const names = ["site", "q", "after"] as const;

export function CustomerListPage() {
  const [search] = useSearchParams();
  const ask: Record<string, string> = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])),
  );
  const list = useDesk(asking(to("/desk/api/customers"), ask), { keep: true });
  const rows = useRows();
  const place = (changed: Record<string, string>) => asking("/customers", { ...ask, after: "", ...changed });
  return (
    <Page title="Customers" beside={<p className="text-muted">{leftOut(ask.q ?? "")}</p>}>
      <Filters key={search.toString()} ask={ask} place={place} />
      {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowShapes rows={12} /> : null}
      {list.data?.customers.length === 0 ? (
        <Nothing>Nobody is like that. Try a shorter fragment of a name, an e-mail or a business unit.</Nothing>
      ) : null}
      {list.data && list.data.customers.length > 0 ? (
        <>
          <Customers ref={rows} customers={list.data.customers} />
          <ListEnds
            first={ask.after ? place({}) : undefined}
            next={list.data.next ? place({ after: list.data.next }) : undefined}
          />
        </>
      ) : null}
    </Page>
  );
}

interface FiltersProps {
  ask: Record<string, string>;
  place: (changed: Record<string, string>) => string;
}

function Filters({ ask, place }: FiltersProps) {
  const navigate = useNavigate();
  const brands = useBrandsOf("customers.view");
  const [typed, setTyped] = useState(ask.q ?? "");
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(place({ q: typed.trim() }));
      }}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      {brands.length > 1 ? (
        <Choice
          label="Brand"
          none="Any"
          choices={brands.map(({ site, name }) => ({ code: site, name }))}
          value={ask.site ?? ""}
          onChange={(event) => navigate(place({ site: event.target.value }))}
          fieldClassName="w-44"
        />
      ) : null}
      <Input
        label="A fragment of name, e-mail or unit"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        fieldClassName="w-64"
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

interface CustomersProps {
  customers: readonly DeskCustomerRowView[];
  ref: Ref<HTMLTableSectionElement>;
}

function Customers({ customers, ref }: CustomersProps) {
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Customers, the newest first</caption>
        <thead>
          <tr>
            {["Name", "E-mail", "Since"].map((name) => (
              <th key={name} scope="col" className="first:pl-4! md:first:pl-6!">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={ref}>
          {customers.map((one) => (
            <tr key={one.id} className="focus-within:bg-primary-soft hover:bg-alt">
              <td className="pl-4! md:pl-6!">
                <span className="flex items-center gap-2">
                  <BrandMark site={one.site} />
                  <Link
                    data-row
                    to={`/customers/${one.id}`}
                    className="inline-flex min-h-6 items-center font-medium underline underline-offset-2 pointer-coarse:min-h-11"
                  >
                    {one.name}
                  </Link>
                </span>
              </td>
              <td>{one.email}</td>
              <td data-head="Since" className="whitespace-nowrap">
                <Moment at={one.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
