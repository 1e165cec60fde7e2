import { expect, it } from 'vitest'
import { elementOf } from './first-view.ts'

it('whatever an answer holds, it cannot end the element in which it comes', () => {
  const name = '</script><script>alert(1)</script><!--'
  const element = elementOf(new Map([['/api/home', JSON.stringify({ name })]]))
  expect(element.indexOf('</script>')).toBe(element.length - '</script>'.length)
  const [, json = ''] =
    /^<script type="application\/json" id="first-answers">(.*)<\/script>$/.exec(element) ?? []
  expect(JSON.parse(json)).toEqual({ '/api/home': { name } })
})
