"use strict";

// The token stands after the #, which no browser sends to any server. It goes on in the body of one request.
const form = document.querySelector("form");
const told = document.querySelector("output");
const token = new URLSearchParams(location.hash.slice(1)).get("token");
history.replaceState(null, "", location.pathname);

function tell(text, bad) {
  told.textContent = text;
  told.className = bad ? "bad" : "";
}

if (!token) {
  tell("There is no token in this address: open the link as it was given to you.", true);
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
    const answer = await fetch(form.dataset.post, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": csrf },
      body: JSON.stringify(body),
    });
    const said = await answer.json();
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
