// The browser's own page: what a saved account form reloads (account §4), and what signing out leaves behind.

export const browserPage = {
  reload(): void {
    window.location.reload();
  },
  goTo(path: string): void {
    window.location.assign(path);
  },
};
