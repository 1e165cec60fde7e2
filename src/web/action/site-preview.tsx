import type { SiteSurvey } from '#contract/kit/site-boundary'
import { BOUNDARY_ATTRIBUTIONS, MAP_DISCLAIMER } from '#domain/place/attribution'
import { MAX_DRAWN_POINT_METRES } from '#domain/land/site-boundary'
import { SiteMap } from '../map/site-map.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { hectaresText } from '../parts/texts.ts'
import { authorityAreasText, isBeyondEngland, neighbourText, siteMapLabel, pointText } from './site-words.ts'
import { PreviewProgress } from './preview-progress.tsx'
import type { OpenActionForm } from './questions/use-action.ts'

const Key = ({ className, children }: { className: string; children: string }) => (
  <li>
    <svg viewBox="0 0 20 14" aria-hidden="true">
      <path className={className} d="M2 2H18V12H2Z" />
      {className === 'site-map-land' && <path className="site-map-hatch" d="M4 12L14 2M10 12L18 4" />}
    </svg>
    {children}
  </li>
)

/** Boundary that would be saved, as a picture and in words. */
const Survey = ({ survey }: { survey: SiteSurvey }) => {
  const { hectares, point, authorities, neighbours } = survey
  return (
    <>
      <SiteMap survey={survey} label={siteMapLabel(survey)} />
      <ul className="site-map-key" aria-hidden="true">
        <Key className="map-site">This site</Key>
        {point && point.metres <= MAX_DRAWN_POINT_METRES && <li>+ Grid reference</li>}
        {authorities.some(({ isOwn }) => !isOwn) && <Key className="site-map-land">Other authorities</Key>}
        {isBeyondEngland(survey) && <Key className="site-map-beyond">Outside England</Key>}
        {neighbours.length > 0 && <Key className="site-map-neighbour">Other boundaries, by number</Key>}
      </ul>
      <KeyValues
        as="list"
        facts={[
          ['Area', hectaresText(hectares)],
          ['Grid reference', point ? pointText(point) : null],
          ['Planning authorities', authorityAreasText(survey)],
        ]}
      />
      {neighbours.length === 0 ? (
        <p>There are no nearby boundaries that you can see.</p>
      ) : (
        <>
          <h4>Nearby boundaries</h4>
          <ol>
            {neighbours.map(one => (
              <li key={one.id}>{neighbourText(one)}</li>
            ))}
          </ol>
        </>
      )}
      <p className="map-thanks">
        {BOUNDARY_ATTRIBUTIONS.lpas} {BOUNDARY_ATTRIBUTIONS['national-parks']} {MAP_DISCLAIMER}
      </p>
    </>
  )
}

/** Preview of the site boundary that a form would save, with its contradictions, before it is saved. */
export const SitePreview = ({ form }: { form: OpenActionForm }) => {
  const { rehearsal, last, isAsked, failed } = form.rehearsed
  // The boundary of an earlier file would pass for that of a file that could not be read.
  const shown = rehearsal ?? (failed === null ? last : null)
  const messages = rehearsal?.messages ?? []
  return (
    <section className="map" aria-label="What will be saved" aria-busy={isAsked}>
      <h3>What will be saved</h3>
      <PreviewProgress
        form={form}
        asking="Comparing the boundary with its surroundings"
        done="The boundary is drawn and described in this form"
        failing="This boundary cannot be drawn"
      />
      {messages.length > 0 && (
        <Notice tone="bad" role="alert">
          {messages.map(({ field, message }) => (
            <p key={`${field} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      {rehearsal?.site && rehearsal.site.warnings.length > 0 && (
        <Notice tone="warn" role="status">
          {rehearsal.site.warnings.map(text => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {shown?.site ? (
        <Survey survey={shown.site} />
      ) : (
        isAsked && <LoadingPlaceholder lines={4} what="Comparing the boundary with its surroundings" />
      )}
    </section>
  )
}
