
// A page of its own: the run stands in its head, and the step that is shown in its address.
let player;
document.addEventListener("DOMContentLoaded", () => {
  player = mount(document.body, JSON.parse(document.getElementById("run").textContent), {
    at: Number(location.hash.slice(1)),
    moved: (k) => { try { history.replaceState(null, "", "#" + k); } catch { /* some viewers have no history */ } },
  });
  window.addEventListener("hashchange", () => player.go(Number(location.hash.slice(1))));
});
