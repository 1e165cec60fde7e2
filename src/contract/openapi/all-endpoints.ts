import { ENDPOINTS } from '../nouns/endpoints.ts'
import { EXAMPLES } from './examples.ts'
import { describeApi, type OpenApiDocument } from './openapi.ts'

/** Description of all endpoints with their examples, without the address of an installation. */
export const describeAllEndpoints = (): OpenApiDocument => describeApi(ENDPOINTS, '', EXAMPLES)
