import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'

const nasty = `<script>alert("1" & '2')</script>`

test('escapes a value between tags', () => {
  expect(html`<p>${nasty}</p>`.toString()).toBe(
    '<p>&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;</p>',
  )
})

test('keeps a value inside its attribute', () => {
  const value = '" onclick="steal()'
  expect(html`<a title="${value}">x</a>`.toString()).toBe('<a title="&quot; onclick=&quot;steal()">x</a>')
})

test('rejects an attribute without double quotes', () => {
  expect(() => html`<a title=${nasty}>x</a>`).toThrow('double quotes')
  expect(() => html`<a title='${nasty}'>x</a>`).toThrow('double quotes')
  expect(() => html`<${'script'}>`).toThrow('double quotes')
  expect(() => html`<p title="a > b" class=${'c'}>`).toThrow('double quotes')
})

test('rejects markup and lists in an attribute', () => {
  expect(() => html`<a title="${html`<b>x</b>`}">x</a>`).toThrow('string or a number')
  expect(() => html`<a title="${['x']}">x</a>`).toThrow('string or a number')
})

test('renders several attributes and the text after them', () => {
  expect(html`<a href="/${'a b'}" title="1 > ${0}">${'<'} < ${'>'}</a>`.toString()).toBe(
    '<a href="/a b" title="1 > 0">&lt; < &gt;</a>',
  )
})

test('does not escape nested fragments twice', () => {
  const items = ['a', '<b>', 'c & d'].map((item) => html`<li>${item}</li>`)
  expect(html`<ul>${items}</ul>`.toString()).toBe('<ul><li>a</li><li>&lt;b&gt;</li><li>c &amp; d</li></ul>')
  expect(html`<div>${html`<p>${html`<i>${'&'}</i>`}</p>`}</div>`.toString()).toBe(
    '<div><p><i>&amp;</i></p></div>',
  )
})

test('flattens nested lists and escapes their strings', () => {
  expect(html`${['<', [html`<br>`, 2]]}`.toString()).toBe('&lt;<br>2')
})

test('omits undefined and false, but keeps zero and the empty string', () => {
  expect(html`[${undefined}${false}]`.toString()).toBe('[]')
  expect(html`[${0}${''}]`.toString()).toBe('[0]')
})

test('treats a string that looks like markup as text', () => {
  const forged = { text: '<script>', toString: () => '<script>' }
  expect(() => html`${forged as unknown as string}`).toThrow()
})

test('does not let text add a tag or a quotation mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(html`${value}`.toString()).not.toMatch(/[<>"']/)
      expect(html`<i title="${value}"></i>`.toString().split('"')).toHaveLength(3)
    }),
  )
})
