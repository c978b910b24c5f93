/** The worker that keeps the page for a time without a connection, and what it has to say. */

class Offline {
  /** The browser knows of no network. */
  isOffline = $state(!navigator.onLine);
  /** A round with chips of one's own is on: nothing else is offered now. */
  isPlaying = $state(false);
  private waiting = $state.raw<ServiceWorker | null>(null);

  /** A new version of the page lies ready. It is offered between rounds. */
  get hasUpdate(): boolean {
    return this.waiting !== null && !this.isPlaying;
  }

  start(): void {
    addEventListener('online', () => (this.isOffline = false));
    addEventListener('offline', () => (this.isOffline = true));
    // Only where the address is safe, or this machine's own.
    if (!('serviceWorker' in navigator)) return;
    // The first worker takes over by itself; after it, a change is what was asked for here.
    let isFirst = navigator.serviceWorker.controller === null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (!isFirst) location.reload();
      isFirst = false;
    });
    void navigator.serviceWorker.register('/service-worker.js').then((found) => this.watch(found), () => undefined);
  }

  takeUpdate(): void {
    this.waiting?.postMessage('take over');
  }

  private watch(registration: ServiceWorkerRegistration): void {
    const look = () => {
      if (registration.waiting && navigator.serviceWorker.controller) this.waiting = registration.waiting;
    };
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  }
}

export const offline = new Offline();
