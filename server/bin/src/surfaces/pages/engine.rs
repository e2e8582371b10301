//! One JavaScript engine with the storefront's page renderer loaded. Bounded in time and memory;
//! after a failure it is thrown away, so that no page can spoil the next one.

use std::{
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use fieldhouse_core::dispatch;
use rquickjs::{CatchResultExt, Context, Ctx, Exception, Function, Runtime, promise::MaybePromise};

/// For one page; a list page takes about 10 ms.
const PAGE_TIME: Duration = Duration::from_secs(2);
/// For reading the script.
const START_TIME: Duration = Duration::from_secs(10);
const MEMORY: usize = 96 * 1024 * 1024;
/// Above this an engine is replaced between two pages.
const MEMORY_KEPT: i64 = 48 * 1024 * 1024;
/// Measuring walks the whole heap.
const PAGES_BETWEEN_MEASURES: u32 = 64;
/// Of the engine; the thread it runs on has twice as much.
pub const STACK: usize = 2 * 1024 * 1024;
/// React leaves few cycles behind: collecting rarely keeps pages fast.
const COLLECT_AT: usize = 16 * 1024 * 1024;

/// Why there is no page.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RenderError {
    /// The script of the renderer is not there.
    #[error("the page renderer is missing: build the storefront first")]
    Missing,
    /// The renderer failed.
    #[error("the page renderer failed: {0}")]
    Failed(String),
    /// Too many pages are waiting.
    #[error("the page renderer is busy")]
    Busy,
}

/// An engine, bound to the thread that made it.
pub struct Engine {
    context: Context,
    deadline: Rc<Cell<Option<Instant>>>,
    pages: u32,
}

impl Engine {
    /// Starts an engine and runs `script`, which defines `__fieldhouseRender`.
    pub fn start(script: &str) -> Result<Self, RenderError> {
        let failed = |error: rquickjs::Error| RenderError::Failed(error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        runtime.set_gc_threshold(COLLECT_AT);
        let deadline = Rc::new(Cell::new(None::<Instant>));
        let watched = Rc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || watched.get().is_some_and(|end| Instant::now() > end))));
        let context = Context::full(&runtime).map_err(failed)?;
        let engine = Self { context, deadline, pages: 0 };
        engine.within(START_TIME, |ctx| {
            ctx.globals().set("__fieldhouseRule", Function::new(ctx.clone(), rule)?)?;
            ctx.eval::<(), _>(script)
        })?;
        Ok(engine)
    }

    /// Calls `__fieldhouseRender` with a request; its answer comes back.
    pub fn render(&mut self, request: &str) -> Result<String, RenderError> {
        self.call("__fieldhouseRender", request)
    }

    /// Calls a global function of one text.
    pub fn call(&mut self, function: &str, argument: &str) -> Result<String, RenderError> {
        self.pages = self.pages.wrapping_add(1);
        self.within(PAGE_TIME, |ctx| {
            let render: Function<'_> = ctx.globals().get(function)?;
            render.call::<_, MaybePromise<'_>>((argument,))?.finish::<String>()
        })
    }

    /// True when it has grown and should be replaced.
    pub fn is_worn(&self) -> bool {
        self.pages.is_multiple_of(PAGES_BETWEEN_MEASURES)
            && self.context.runtime().memory_usage().memory_used_size > MEMORY_KEPT
    }

    /// Lets go of what pages left behind in circles.
    pub fn tidy(&self) {
        let runtime = self.context.runtime();
        runtime.run_gc();
        // Collecting sets it to half as much again as is left, which the next pages would soon reach.
        runtime.set_gc_threshold(COLLECT_AT);
    }

    fn within<T>(
        &self,
        time: Duration,
        act: impl for<'js> FnOnce(&Ctx<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, RenderError> {
        self.deadline.set(Some(Instant::now() + time));
        let done = self.context.with(|ctx| {
            act(&ctx).catch(&ctx).map_err(|error| RenderError::Failed(error.to_string().trim().to_owned()))
        });
        self.deadline.set(None);
        done
    }
}

/// `__fieldhouseRule(name, argsJson)`: the very rules the server applies.
#[expect(clippy::needless_pass_by_value, reason = "the engine hands values over")]
fn rule(ctx: Ctx<'_>, name: String, args: String) -> rquickjs::Result<String> {
    dispatch::call(&name, &args).map_err(|error| Exception::throw_message(&ctx, &error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_come_as_a_text_or_as_a_promise() {
        for body in ["'<p>' + request + '</p>'", "Promise.resolve('<p>' + request + '</p>')"] {
            let mut engine = Engine::start(&format!("globalThis.__fieldhouseRender = (request) => {body}")).unwrap();
            assert_eq!(engine.render("{}").unwrap(), "<p>{}</p>");
        }
    }

    #[test]
    fn rules_are_the_servers_own() {
        let script = "globalThis.__fieldhouseRender = (args) => __fieldhouseRule('formatCents', args)";
        let mut engine = Engine::start(script).unwrap();
        assert_eq!(engine.render("[123450]").unwrap(), "\"$1,234.50\"");
        let error = engine.render("[1.5]").unwrap_err().to_string();
        assert!(error.contains("malformed arguments"), "{error}");
    }

    #[test]
    fn an_endless_page_a_greedy_page_and_a_deep_page_are_stopped() {
        let script = "globalThis.__fieldhouseRender = (kind) => {
            if (kind === 'endless') for (;;) {}
            if (kind === 'greedy') { const all = []; for (;;) all.push(new Array(1e6).fill(1)); }
            const deep = () => deep() + 1; return String(deep());
        }";
        for kind in ["endless", "greedy", "deep"] {
            let render = move || Engine::start(script).unwrap().render(kind);
            let started = Instant::now();
            let thread = std::thread::Builder::new().stack_size(STACK * 2).spawn(render).unwrap();
            assert!(thread.join().unwrap().is_err(), "{kind}");
            assert!(started.elapsed() < Duration::from_secs(10), "{kind}");
        }
    }

    #[test]
    fn a_thrown_error_is_told_with_its_message() {
        let mut engine =
            Engine::start("globalThis.__fieldhouseRender = () => { throw new Error('no shell') }").unwrap();
        assert!(engine.render("{}").unwrap_err().to_string().contains("no shell"));
        assert!(Engine::start("this is not a script").is_err());
    }
}
