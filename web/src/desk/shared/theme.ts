// Light or dark: as the system has it, or as somebody chose in this browser.

export type Theme = "system" | "light" | "dark";

const key = "desk-theme";

export function readTheme(): Theme {
  const kept = localStorage.getItem(key);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    localStorage.removeItem(key);
    delete dataset.theme;
  } else {
    localStorage.setItem(key, theme);
    dataset.theme = theme;
  }
}
