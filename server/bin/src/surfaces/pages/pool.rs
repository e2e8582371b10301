//! Engines on threads of their own. Pages wait in one short queue, for an engine and then for a processor; when it is
//! full, the caller sends the page unrendered and the browser does the work.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError};
use tokio::sync::oneshot;

use super::engine::{Engine, RenderError, STACK};
use fieldhouse_kernel::{
    tally::Tally,
    turns::{Turn, Turns},
};

/// Pages waiting at once.
const QUEUE: usize = 64;
/// For waiting and rendering.
const PATIENCE: Duration = Duration::from_secs(4);
/// An engine that was asked for nothing for so long lets go of what its pages left behind.
const REST: Duration = Duration::from_secs(1);

struct Job {
    request: String,
    /// Of an engine and of a processor: the job's until it is done, whoever waits for it.
    turns: (Turn, Turn),
    answer: oneshot::Sender<Result<String, RenderError>>,
}

/// The engines; started ahead, or when the first page is asked for.
pub struct RendererPool {
    script: Option<Arc<str>>,
    engines: usize,
    free: Turns,
    processors: Arc<Turns>,
    jobs: OnceLock<Sender<Job>>,
    /// Pages, and how long the engines took for them.
    pub rendered: Arc<Tally>,
}

impl RendererPool {
    /// A pool of `engines` that run `script` on the `processors` they are given; nothing is started yet.
    pub fn new(script: Option<Arc<str>>, engines: usize, processors: Arc<Turns>) -> Self {
        let (free, rendered) = (Turns::new(engines, QUEUE), Arc::default());
        Self { script, engines, free, processors, jobs: OnceLock::new(), rendered }
    }

    /// Lets the engines read their script while the store does something else; without a script nothing starts.
    pub fn start(&self) {
        drop(self.jobs());
    }

    /// How many engines there are, how many render now, and how many pages wait for one.
    pub fn standing(&self) -> (usize, usize, usize) {
        let (busy, waiting) = self.free.standing();
        (self.engines, busy, waiting)
    }

    /// Renders a page.
    pub async fn render(&self, request: String) -> Result<String, RenderError> {
        let jobs = self.jobs()?;
        let rendered = async {
            // An engine first: a page that waits for one keeps no processor from a search.
            let engine = self.free.turn().await.map_err(|_| RenderError::Busy)?;
            let processor = self.processors.turn().await.map_err(|_| RenderError::Busy)?;
            let (answer, rendered) = oneshot::channel();
            let job = Job { request, turns: (engine, processor), answer };
            jobs.try_send(job).map_err(|refused| match refused {
                TrySendError::Full(_) => RenderError::Busy,
                TrySendError::Disconnected(_) => RenderError::Failed("all engines are gone".to_owned()),
            })?;
            rendered.await.map_err(|_| RenderError::Failed("the engine went away".to_owned()))?
        };
        tokio::time::timeout(PATIENCE, rendered).await.unwrap_or(Err(RenderError::Busy))
    }

    fn jobs(&self) -> Result<&Sender<Job>, RenderError> {
        let script = self.script.as_ref().ok_or(RenderError::Missing)?;
        Ok(self.jobs.get_or_init(|| {
            let (jobs, queue) = crossbeam_channel::bounded(self.engines);
            for number in 0..self.engines {
                let (script, queue, rendered) = (Arc::clone(script), queue.clone(), Arc::clone(&self.rendered));
                let thread = std::thread::Builder::new().name(format!("pages-{number}")).stack_size(STACK * 2);
                if let Err(error) = thread.spawn(move || work(&script, &queue, &rendered)) {
                    tracing::error!(%error, "an engine of the page renderer could not be started");
                }
            }
            jobs
        }))
    }
}

/// Renders what comes until the pool is gone.
fn work(script: &str, queue: &Receiver<Job>, tally: &Tally) {
    let mut engine = Engine::start(script);
    if let Err(error) = &engine {
        tracing::error!(%error, "pages go out unrendered");
    }
    let mut tidy = false;
    loop {
        let next = if tidy { queue.recv().map_err(RecvTimeoutError::from) } else { queue.recv_timeout(REST) };
        let Job { request, turns: _turns, answer } = match next {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                engine.iter().for_each(Engine::tidy);
                tidy = true;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        tidy = false;
        // Nobody waits any more: the browser got the page unrendered.
        if answer.is_closed() {
            continue;
        }
        let began = Instant::now();
        let rendered = match &mut engine {
            Ok(engine) => engine.render(&request),
            Err(error) => Err(error.clone()),
        };
        tally.add(began.elapsed());
        let replace = rendered.is_err() || engine.as_ref().is_ok_and(Engine::is_worn);
        drop(answer.send(rendered));
        if replace {
            engine = Engine::start(script);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldhouse_kernel::turns::processors;

    #[tokio::test]
    async fn an_engine_is_replaced_after_a_failure() {
        let script = "let pages = 0; globalThis.__fieldhouseRender = (request) => {
            if (request === 'bad') { pages = 100; throw new Error('bad'); }
            pages += 1; return String(pages);
        }";
        let pool = RendererPool::new(Some(script.into()), 1, processors());
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "1");
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "2");
        assert!(pool.render("bad".to_owned()).await.is_err());
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "1");
    }

    #[tokio::test]
    async fn an_engine_that_rests_lets_go_of_what_its_pages_left_in_circles() {
        let script = "let left; globalThis.__fieldhouseRender = (request) => {
            if (request === 'leave') { const circle = {}; circle.of = circle; left = new WeakRef(circle); }
            return left.deref() === undefined ? 'gone' : 'there';
        }";
        let pool = RendererPool::new(Some(script.into()), 1, processors());
        assert_eq!(pool.render("leave".to_owned()).await.unwrap(), "there");
        let mut seen = Vec::new();
        while seen.len() < 10 && seen.last().is_none_or(|told| told != "gone") {
            tokio::time::sleep(REST * 2).await;
            seen.push(pool.render("look".to_owned()).await.unwrap());
        }
        assert_eq!(seen.last().map(String::as_str), Some("gone"), "{seen:?}");
    }

    #[tokio::test]
    async fn r81_a_page_is_rendered_on_a_processor_whose_turn_it_has() {
        let script = "globalThis.__fieldhouseRender = (request) => request";
        let processors = Arc::new(Turns::new(1, 1));
        let pool = RendererPool::new(Some(script.into()), 4, Arc::clone(&processors));
        // Four engines are free, the one processor that pages and searches may take is not.
        let searching = processors.turn().await.unwrap();
        assert!(matches!(pool.render("a".to_owned()).await, Err(RenderError::Busy)));
        drop(searching);
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "a");
    }

    #[tokio::test]
    async fn without_a_script_it_says_so() {
        let error = RendererPool::new(None, 1, processors()).render(String::new()).await.unwrap_err();
        assert!(matches!(error, RenderError::Missing));
    }
}
