// Who works out what the calculator asks for: a worker beside the page, made of the page's
// own script, so that typing never waits; where the browser has none, the page itself,
// with pauses.

const pause = () => new Promise((yes) => setTimeout(yes));

// Desk takes jobs and tells what their steps find. A new job ends the one before it.
class Desk {
  constructor(tell) {
    Object.assign(this, { tell, next: null, running: false });
  }

  async take(job) {
    this.next = job;
    if (this.running) return;
    this.running = true;
    while (this.next) {
      await pause(); // jobs that were asked for meanwhile replace this one
      await this.work(this.next);
    }
    this.running = false;
  }

  async work(job) {
    this.next = null;
    try {
      let since = performance.now();
      for (const step of steps(job)) {
        if (step) this.tell(Object.assign({ id: job.id }, step));
        if (performance.now() - since < 12) continue;
        await pause();
        if (this.next) return;
        since = performance.now();
      }
      this.tell({ id: job.id, done: true });
    } catch (e) {
      this.tell({ id: job.id, done: true, fault: String(e && e.stack || e) });
    }
  }
}

// serve is what the script does as a worker.
function serve() {
  const desk = new Desk((told) => postMessage(told));
  onmessage = (e) => desk.take(e.data);
}

// Office gives jobs to a worker and hears what it tells of the last one.
class Office {
  constructor(script, hear) {
    Object.assign(this, { script, hear, id: 0, job: null, heard: 0, worker: null });
    this.desk = new Desk((told) => this.take(told));
  }

  // hire makes a worker; a browser that forbids it says so at once or later.
  hire() {
    try {
      const place = URL.createObjectURL(new Blob([this.script], { type: 'text/javascript' }));
      this.worker = new Worker(place);
    } catch {
      this.script = null;
      return;
    }
    this.worker.onmessage = (e) => this.take(e.data);
    this.worker.onerror = () => {
      this.worker = this.script = null;
      if (this.job) this.desk.take(this.job);
    };
  }

  // ask gives a job; a worker that was not heard of for a second is replaced.
  ask(job) {
    if (this.worker && this.job && performance.now() - this.heard > 1000) {
      this.worker.terminate();
      this.worker = null;
    }
    this.job = Object.assign({ id: ++this.id }, job);
    this.heard = performance.now();
    if (!this.worker && this.script) this.hire();
    if (this.worker) this.worker.postMessage(this.job); else this.desk.take(this.job);
  }

  // drop forgets the job: what is told of it is no longer heard.
  drop() {
    this.id++;
    this.job = null;
  }

  take(told) {
    if (told.id !== this.id) return;
    this.heard = performance.now();
    if (told.done) this.job = null;
    this.hear(told);
  }
}
