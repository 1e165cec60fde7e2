import { expect, it } from 'vitest'
import { ENDPOINTS } from '../nouns/endpoints.ts'
import { resetDatabase } from '../system/system.ts'
import { EXAMPLES } from './examples.ts'
import { adaptDescription, describeApi } from './openapi.ts'

it.each(['https://market.example', 'http://127.0.0.1:3000'])(
  'the description made by the build becomes that of an installation at %s',
  url => {
    const endpoints = ENDPOINTS.filter(one => one !== resetDatabase)
    const built = describeApi(ENDPOINTS, '', EXAMPLES)
    expect(adaptDescription(built, endpoints, url)).toEqual(describeApi(endpoints, url, EXAMPLES))
  },
)
