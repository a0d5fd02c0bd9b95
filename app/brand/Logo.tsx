import { Trans } from '@lingui/react/macro';
import { TrailMark, type BrandArea } from '#app/brand/TrailMark.tsx';
import classes from '#app/brand/Logo.module.css';

/** Mark and name of the product, with its area (SPEC §2.3). */
export function Logo({ area = 'product', size = 32 }: { readonly area?: BrandArea; readonly size?: number }) {
  return (
    <span className={classes.logo}>
      <TrailMark area={area} size={size} />
      <span className={classes.words}>
        {/* The product's name is the same in every language. */}
        <span className={classes.name} translate="no">
          TrainTrail
        </span>
        {area === 'training' && (
          <span className={classes.area}>
            <Trans>Training</Trans>
          </span>
        )}
        {area === 'hr' && (
          <span className={classes.area}>
            <Trans>Human resources</Trans>
          </span>
        )}
      </span>
    </span>
  );
}
