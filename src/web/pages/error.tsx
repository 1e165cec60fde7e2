import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isApiProblem, messageOf } from '../api/api-problem.ts'
import { pageBrand } from '../parts/page/brand.ts'
import { PageNotFound } from './shared/page-boundary.tsx'

const statusOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  return isApiProblem(error) ? String(error.status) : ''
}

const textOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string' ? error.data : ''
  return messageOf(error)
}

/** Page for an error that nothing else caught. */
export const ErrorPage = () => {
  const error = useRouteError()
  return (
    <div className="page wide">
      <title>{`Unexpected Application Error! - ${pageBrand.name}`}</title>
      <header className="page-head">
        <div className="page-head-text">
          <h1>Unexpected Application Error!</h1>
          <p className="page-subtitle">
            {statusOf(error)} {textOf(error)}
          </p>
        </div>
      </header>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </div>
  )
}

/** Page for an unknown address. */
export const NotFoundPage = () => <PageNotFound />
