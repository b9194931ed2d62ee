import type { ExampleCall } from '../example-call.ts'
import { type Html, html } from '../html.ts'

/**
 * Sends a call and shows its response with `assets/try-call.js`. Hidden if JavaScript is disabled, because
 * the curl command next to it does the same.
 */
export function tryCall({
  id,
  call,
  label,
  form,
}: {
  id: string
  call: ExampleCall
  label: string
  /** `button` renders only a button. The response appears elsewhere on the page (see `tryAnswer`). */
  form: 'fields' | 'button'
}): Html | false {
  if (!call.sendable) return false
  const fields = JSON.stringify(call.fields, null, 2)
  const isEditable = form === 'fields'
  const field = isEditable
    ? html`<label class="label" for="${id}-fields">${call.method === 'GET' ? 'Headers' : 'Body'}</label>
<textarea class="try-fields mono" id="${id}-fields" name="fields" rows="${fields.split('\n').length}" spellcheck="false" autocomplete="off">${fields}</textarea>`
    : html`<input type="hidden" name="fields" value="${fields}">`
  return html`<form class="try" data-try="${call.path}" data-method="${call.method}" data-answer="${id}-answer">
${field}
<button class="button button-primary" type="submit">${label}</button>
${isEditable && tryAnswer({ id })}
</form>`
}

/** Renders the area in which the response to a call appears. */
export function tryAnswer({ id }: { id: string }): Html {
  return html`<div class="try-result" id="${id}-answer">
<p class="muted small" role="status"></p>
<pre class="try-answer" tabindex="0" role="region" aria-label="Answer" hidden></pre>
</div>`
}
