/** Passkeys in this browser: what the server asks is shown to the authenticator, and its answer goes back as JSON. */

type Options = Record<string, unknown>;

/** Browsers allow them by https and at localhost only. */
export const canUsePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

const bytes = (words: string): ArrayBuffer => {
  const text = atob(words.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
};

const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Older browsers do not read and write this JSON themselves. */
function read(options: Options): Options {
  const known = (each: { id: string }): object => ({ ...each, id: bytes(each.id) });
  const lists: Options = {};
  for (const name of ['excludeCredentials', 'allowCredentials'])
    if (Array.isArray(options[name])) lists[name] = (options[name] as { id: string }[]).map(known);
  const user = options.user as { id: string } | undefined;
  return { ...options, ...lists, challenge: bytes(options.challenge as string), ...(user ? { user: { ...user, id: bytes(user.id) } } : {}) };
}

/** What `navigator.credentials.create` makes; null where its owner says no. */
export async function makePasskey(options: Options): Promise<Options | null> {
  const made = await asked(() => navigator.credentials.create({ publicKey: read(options) as unknown as PublicKeyCredentialCreationOptions }));
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject) },
  };
}

/** What the passkey answers; null likewise. */
export async function usePasskey(options: Options): Promise<Options | null> {
  const made = await asked(() => navigator.credentials.get({ publicKey: read(options) as unknown as PublicKeyCredentialRequestOptions }));
  if (!made) return null;
  const response = made.response as AuthenticatorAssertionResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch {
    return null;
  }
}

function common(made: PublicKeyCredential): Options {
  return { id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: made.getClientExtensionResults() };
}
