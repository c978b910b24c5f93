/** Whether what is whole goes by itself, or waits for Enter. Kept in this browser. */
const NAME = 'croupier.atOnce';

function kept(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

class AtOnce {
  isOn = $state(kept());

  set(on: boolean): void {
    this.isOn = on;
    try {
      localStorage.setItem(NAME, on ? 'on' : 'off');
    } catch {
      // A browser that keeps nothing asks again next time.
    }
  }
}

export const atOnce = new AtOnce();
