"use strict";

// The token stands after the #, which no browser sends to any server. It goes on in the body of one request.
const form = document.querySelector("form");
const told = document.querySelector("output");
const given = new URLSearchParams(location.hash.slice(1));
const token = given.get("token");
// Whoever was entered at the door goes on to that tournament, and nowhere else.
if (/^\/tournaments\/[a-z0-9-]+$/.test(given.get("then") || "")) document.querySelector("#then a").href = given.get("then");
history.replaceState(null, "", location.pathname);

function tell(text, bad) {
  told.textContent = text;
  told.className = bad ? "bad" : "";
}

if (!token) {
  tell("There is no token in this address: open the link as it was given to you.", true);
}

const bytes = (words) => Uint8Array.from(atob(words.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
const text = (data) =>
  btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

function send(path, body, csrf) {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** What a passkey of this device answers; nothing where there is none, or its owner says no. */
async function passkey(csrf) {
  if (!form.dataset.passkey || !window.isSecureContext || !("credentials" in navigator)) return null;
  const answer = await send(form.dataset.passkey, { token: token || "" }, csrf);
  if (!answer.ok) return null;
  const { options } = await answer.json();
  const allowed = options.allowCredentials.map((each) => ({ ...each, id: bytes(each.id) }));
  const asked = { ...options, challenge: bytes(options.challenge), allowCredentials: allowed };
  const made = await navigator.credentials.get({ publicKey: asked }).catch(() => null);
  if (!made) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response;
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle ? text(userHandle) : null,
    },
  };
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = { token: token || "" };
  for (const [name, value] of new FormData(form)) {
    body[name] = value;
  }
  tell("One moment …", false);
  try {
    // Whoever is signed in already proves with this that the request is her own.
    const me = await fetch("/api/v1/me");
    const csrf = me.ok ? (await me.json()).csrf : "";
    let answer = await send(form.dataset.post, body, csrf);
    let said = await answer.json();
    if (!answer.ok && said.refusal.code === "second_factor") {
      const shown = await passkey(csrf);
      if (shown) {
        answer = await send(form.dataset.post, { ...body, passkey: shown }, csrf);
        said = await answer.json();
      }
    }
    if (answer.ok) {
      form.hidden = true;
      document.getElementById("then").hidden = false;
      tell(`Done. You are signed in as ${said.name}.`, false);
    } else {
      tell(said.refusal.why, true);
    }
  } catch {
    tell("The server does not answer. Try again.", true);
  }
});
