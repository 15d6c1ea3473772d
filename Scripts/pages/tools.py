"""What the checks of the page share: the examples, and what a person does in the page."""

import base64
import datetime
import gzip
import json

import pages

EXAMPLES = pages.ROOT / "Examples/TwelveCustomers"
TODAY = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
FIRST_DATE = "2025-06-15"
LARGEST_DELAY = 50

READY = """
new Promise((resolve, reject) => {
  const start = performance.now();
  const look = () => document.getElementById('warnings').ariaBusy === 'false' ? setTimeout(resolve, 100)
    : performance.now() - start > 15000 ? reject(new Error('the page is not ready: ' + document.getElementById('notice').textContent))
    : setTimeout(look, 20);
  look();
})
"""
UNFOLD = READY + """.then(() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  return new Promise((resolve) => setTimeout(resolve, 300));
})"""

# What a person does, and what the page shows then.
TOOLS = r"""
window.at = (id) => document.getElementById(id);
window.until = (isDone) => new Promise((resolve) => {
  const start = performance.now();
  const look = () => (isDone() || performance.now() - start > 8000 ? resolve(performance.now() - start) : setTimeout(look, 1));
  look();
});
window.answered = () => until(() => at('answer').ariaBusy === 'false');
at("json").open = true;
window.settled = () => until(() => at('warnings').ariaBusy === 'false');
window.put = (id, value, event = 'change') => {
  at(id).value = value;
  at(id).dispatchEvent(new Event(event, { bubbles: true }));
  return answered();
};
window.press = (id) => { at(id).click(); return answered(); };
window.bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
window.drop = async (files) => {
  at('notice').hidden = true;
  const data = new DataTransfer();
  for (const [name, content] of files) data.items.add(new File([content], name));
  at('answer').ariaBusy = at('warnings').ariaBusy = 'true';
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  return until(() => at('answer').ariaBusy === 'false' || !at('notice').hidden);
};
window.paste = (text) => {
  at('answer').ariaBusy = at('warnings').ariaBusy = 'true';
  at('paste').value = text;
  at('paste').dispatchEvent(new Event('input', { bubbles: true }));
  return answered();
};
window.home = async () => {
  if (!at('to-examples').hidden) await press('to-examples');
  if (at('customers').value !== '0') await put('customers', 0);
  if (at('date').value !== '2025-06-15' || at('clock').value) { at('date').value = '2025-06-15'; await put('clock', ''); }
};
window.shown = () => ({
  error: at('error').hidden ? null : { title: at('error-title').textContent, message: at('error-message').textContent, place: at('error-place').textContent },
  notice: at('notice').hidden ? null : at('notice').textContent,
  headline: at('headline').textContent, text: at('json-text').textContent, sentences: at('sentences').textContent,
  without: at('without').hidden ? null : at('without-sentences').textContent, date: at('date').value,
  customers: at('chooser').hidden ? 0 : at('customers').options.length,
  purchases: [...at('purchases').tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)),
  warnings: at('warnings').hidden ? [] : [...at('warning-list').children].map((item) => item.textContent),
  // JSON is for programs, and all else for people.
  strange: (document.body.innerText.replace(at('json-text').innerText, '')
    .match(/.{0,30}(?:\bnull\b|undefined|NaN|\[object|customer\.\w|Internal error|[\u200b\u202e]).{0,30}/g) ?? [])
    .filter((words) => !words.includes('"')),
});
"""

# Changes fields, policies and the date, and measures each until its layout is known.
MOVES = r"""
(async () => {
  at('json').open = false;
  const times = [];
  const move = async (id, value, event) => {
    const start = performance.now();
    await put(id, value, event);
    document.body.offsetHeight;
    times.push({ id, value, time: performance.now() - start });
  };
  const months = 'field-customerEligibility';
  for (let value = 1; value < 25; value++) {
    await move(`${months}PaidSubscriptionDurationInMonths`, value);
    await move(`${months}WaitBetweenOffersInMonths`, value + 1 > 24 ? '' : value + 1);
    await move(`${months}TimeSinceLastSubscribedInMonths-maximum`, 25 - value);
    await move('time', Number(at('time').min) + value * 20, 'input');
  }
  for (const select of document.querySelectorAll('#policy-fields select'))
    for (const option of [...select.options, select.options[0]]) await move(select.id, option.value);
  return times;
})()
"""


def put_in(paths, packs=False):
    files = [[path.name, base64.b64encode(gzip.compress(path.read_bytes()) if packs else path.read_bytes()).decode()] for path in paths]
    return f"drop({json.dumps(files)}.map(([name, text]) => [name, bytesOf(text)]))"
