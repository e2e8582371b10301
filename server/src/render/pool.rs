//! Engines on threads of their own. Pages wait in one short queue; when it is full, the caller sends
//! the page unrendered and the browser does the work.

use std::{
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
    },
    time::Duration,
};

use tokio::sync::oneshot;

use super::engine::{Engine, RenderError, STACK};

/// Pages waiting at once.
const QUEUE: usize = 64;
/// For waiting and rendering.
const PATIENCE: Duration = Duration::from_secs(4);

struct Job {
    request: String,
    answer: oneshot::Sender<Result<String, RenderError>>,
}

/// The engines; started ahead, or when the first page is asked for.
pub struct Pool {
    script: Option<Arc<str>>,
    engines: usize,
    jobs: OnceLock<SyncSender<Job>>,
}

impl Pool {
    /// A pool of `engines` that run `script`; nothing is started yet.
    pub const fn new(script: Option<Arc<str>>, engines: usize) -> Self {
        Self { script, engines, jobs: OnceLock::new() }
    }

    /// Lets the engines read their script while the store does something else; without a script nothing starts.
    pub fn start(&self) {
        drop(self.jobs());
    }

    /// Renders a page.
    pub async fn render(&self, request: String) -> Result<String, RenderError> {
        let (answer, rendered) = oneshot::channel();
        self.jobs()?.try_send(Job { request, answer }).map_err(|refused| match refused {
            TrySendError::Full(_) => RenderError::Busy,
            TrySendError::Disconnected(_) => RenderError::Failed("all engines are gone".to_owned()),
        })?;
        match tokio::time::timeout(PATIENCE, rendered).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(RenderError::Failed("the engine went away".to_owned())),
            Err(_) => Err(RenderError::Busy),
        }
    }

    fn jobs(&self) -> Result<&SyncSender<Job>, RenderError> {
        let script = self.script.as_ref().ok_or(RenderError::Missing)?;
        Ok(self.jobs.get_or_init(|| {
            let (jobs, queue) = sync_channel(QUEUE);
            let queue = Arc::new(Mutex::new(queue));
            for number in 0..self.engines {
                let (script, queue) = (Arc::clone(script), Arc::clone(&queue));
                let thread = std::thread::Builder::new().name(format!("pages-{number}")).stack_size(STACK * 2);
                if let Err(error) = thread.spawn(move || work(&script, &queue)) {
                    tracing::error!(%error, "an engine of the page renderer could not be started");
                }
            }
            jobs
        }))
    }
}

/// Renders what comes until the pool is gone.
fn work(script: &str, queue: &Mutex<Receiver<Job>>) {
    let mut engine = Engine::start(script);
    if let Err(error) = &engine {
        tracing::error!(%error, "pages go out unrendered");
    }
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { request, answer }) = next else { return };
        // Nobody waits any more: the browser got the page unrendered.
        if answer.is_closed() {
            continue;
        }
        let rendered = match &mut engine {
            Ok(engine) => engine.render(&request),
            Err(error) => Err(error.clone()),
        };
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

    #[tokio::test]
    async fn an_engine_is_replaced_after_a_failure() {
        let script = "let pages = 0; globalThis.__fieldhouseRender = (request) => {
            if (request === 'bad') { pages = 100; throw new Error('bad'); }
            pages += 1; return String(pages);
        }";
        let pool = Pool::new(Some(script.into()), 1);
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "1");
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "2");
        assert!(pool.render("bad".to_owned()).await.is_err());
        assert_eq!(pool.render("a".to_owned()).await.unwrap(), "1");
    }

    #[tokio::test]
    async fn without_a_script_it_says_so() {
        let error = Pool::new(None, 1).render(String::new()).await.unwrap_err();
        assert!(matches!(error, RenderError::Missing));
    }
}
