//! Pages: QuickJS runs the storefront's own code.
