// Moments as people say them: 'today 14:02', with the full time for who wants it.

const day = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();

const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** 'today 14:02', 'yesterday 09:30', 'Nov 3, 16:20', 'Nov 3, 2025'. */
export function moment(at: string | number, now = new Date()): string {
  const then = new Date(at);
  const days = Math.round((day(now) - day(then)) / 86_400_000);
  const time = then.toLocaleTimeString("en-US", clock);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  const date: Intl.DateTimeFormatOptions = { month: "short", day: "numeric" };
  if (then.getFullYear() === now.getFullYear()) return `${then.toLocaleDateString("en-US", date)}, ${time}`;
  return then.toLocaleDateString("en-US", { ...date, year: "numeric" });
}

/** All of it. */
export function fullMoment(at: string | number): string {
  return new Date(at).toLocaleString("en-US", { dateStyle: "full", timeStyle: "long", hourCycle: "h23" });
}

/** A day, `2026-11-30`, as 'Nov 30, 2026'. */
export function dayText(iso: string): string {
  const [year = 0, month = 1, date = 1] = iso.split("-").map(Number);
  return new Date(year, month - 1, date).toLocaleDateString("en-US", { dateStyle: "medium" });
}

/** A month, `2026-11`, as 'November 2026'. */
export function monthText(iso: string): string {
  const [year = 0, month = 1] = iso.split("-").map(Number);
  return new Date(year, month - 1, 1).toLocaleDateString("en-US", { month: "long", year: "numeric" });
}
