// Which roles somebody is given, each at all brands or at some.
import type { GivenRole, RoleView } from "../../shared/endpoints";
import { brandName, brands } from "../../shared/session";
import { Tick } from "../../ui/Controls";

interface GivenRolesProps {
  roles: readonly RoleView[];
  given: readonly GivenRole[];
  onGive: (given: GivenRole[]) => void;
}

export function GivenRoles({ roles, given, onGive }: GivenRolesProps) {
  const rowOf = (key: string) => given.find(({ role }) => role === key);
  const without = (key: string) => given.filter(({ role }) => role !== key);
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Roles</legend>
      <ul className="rounded-brand border border-line">
        {roles.map(({ key, name }) => {
          const row = rowOf(key);
          const give = (sites: string[] | null) => onGive([...without(key), { role: key, sites }]);
          return (
            <li key={key} className="border-line border-b px-3 py-1 last:border-b-0">
              <Tick
                label={name}
                checked={row !== undefined}
                onChange={(event) => (event.target.checked ? give(null) : onGive(without(key)))}
              />
              {row && brands.length > 1 ? (
                <fieldset className="flex flex-wrap gap-x-4 pb-1 pl-6">
                  <legend className="sr-only">Brands of {name}</legend>
                  <Tick
                    label="All brands"
                    checked={!row.sites}
                    onChange={(event) => give(event.target.checked ? null : [])}
                  />
                  {row.sites
                    ? brands.map((brand) => (
                        <Tick
                          key={brand.site}
                          label={brand.name}
                          checked={row.sites?.includes(brand.site) ?? false}
                          onChange={(event) =>
                            give(
                              event.target.checked
                                ? [...(row.sites ?? []), brand.site]
                                : (row.sites ?? []).filter((site) => site !== brand.site),
                            )
                          }
                        />
                      ))
                    : null}
                </fieldset>
              ) : null}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

/** 'Order desk at Fieldhouse, US Games'. */
export function givenText({ role, sites }: GivenRole, roles: readonly RoleView[]): string {
  const name = roles.find(({ key }) => key === role)?.name ?? role;
  return sites ? `${name} at ${sites.map(brandName).join(", ") || "no brand"}` : name;
}
