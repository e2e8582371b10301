// Which brand's storefront this is, and what every page of it needs.
import { brand, type ShellView, type Site } from "@fieldhouse/rules";
import { createContext, useContext, useMemo } from "react";
import { apiUrls } from "./endpoints";
import { usePageApi } from "./queries";

export const SiteContext = createContext<Site>("fieldhouse");

/** The shell's content. While it is missing, the brand alone: pages stay usable without navigation. */
export function useShell(): ShellView {
  const site = useContext(SiteContext);
  const { data } = usePageApi(apiUrls.shell);
  return useMemo(() => data ?? bareShell(site), [data, site]);
}

/** A brand without content. */
export function bareShell(site: Site): ShellView {
  return {
    brand: brand(site),
    help: [],
    navigation: [],
    account: {
      label: "",
      greeting: "",
      haveAccountTitle: "",
      signInTitle: "",
      newCustomer: { title: "", items: [], registerBtn: { href: "" }, registerButtonTitle: "" },
      items: [],
    },
    footer: {
      navigation: [],
      socialIcons: { title: "", links: [] },
      socialIcons2: { title: "", links: [] },
      getInTouchTitle: "",
      getInTouchDescription: "",
      getInTouch: [],
      legalLinks: [],
      copyright: "",
      themeName: "",
      openUrl: "",
      bsnUrl: "",
      divisionLinks: [],
    },
    formDrawer: null,
    announcement: "",
    texts: {},
    preview: null,
  };
}
