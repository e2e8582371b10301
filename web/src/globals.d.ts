// Names the build puts in place.

/** True in the page renderer's bundle, where nothing personal is rendered. */
declare const __PAGE_RENDERER__: boolean;
