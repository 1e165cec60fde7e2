import { expect, it } from 'vitest'
import { preloadedAnswersElement } from './first-view.ts'

it('no answer can close the element in which it is embedded', () => {
  const name = '</script><script>alert(1)</script><!--'
  const element = preloadedAnswersElement(new Map([['/api/home', JSON.stringify({ name })]]), {
    time: '2026-06-15T18:00:00.000Z',
  })
  expect(element.indexOf('</script>')).toBe(element.length - '</script>'.length)
  const [, json = ''] =
    /^<script type="application\/json" id="first-answers">(.*)<\/script>$/.exec(element) ?? []
  expect(JSON.parse(json)).toEqual({ '/api/home': { name }, 'server-time': '2026-06-15T18:00:00.000Z' })
})
