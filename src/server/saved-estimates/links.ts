import { isEqualInConstantTime, type Secrets } from '../auth/secrets.ts'

/** Purpose of an emailed link to a saved estimate. */
export type EstimateLinkPurpose = 'confirm' | 'end'

const SIGN = '~'

const markOf = ({ tokenOf }: Pick<Secrets, 'tokenOf'>, purpose: EstimateLinkPurpose, id: string): string =>
  tokenOf(`${purpose} estimate`, id)

/** Path of the page that confirms or ends a saved estimate after a press of its button. */
export const estimateLinkPath = (
  secrets: Pick<Secrets, 'tokenOf'>,
  purpose: EstimateLinkPurpose,
  id: string,
): string => `/desk/saved/${purpose}/${id}${SIGN}${markOf(secrets, purpose, id)}`

/** Returns the id of the estimate in such a path; undefined if this market did not make it, or for another purpose. */
export const readEstimateLink = (
  secrets: Pick<Secrets, 'tokenOf'>,
  purpose: EstimateLinkPurpose,
  token: string,
): string | undefined => {
  const [id = '', mark = '', ...more] = token.split(SIGN)
  return more.length === 0 && isEqualInConstantTime(mark, markOf(secrets, purpose, id)) ? id : undefined
}
