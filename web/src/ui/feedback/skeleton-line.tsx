import classes from './skeleton-line.module.css';

/** Placeholder with the exact height of a text line, so that loading shifts nothing. */
export function SkeletonLine({ width }: { width: number | string }) {
  return <span aria-hidden="true" className={classes.line} style={{ width }} />;
}

const widths = ['100%', '96%', '88%', '60%'];

export function SkeletonText({ lines }: { lines: number }) {
  return (
    <div role="status" aria-label="Загружаем">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never reorder
        <div key={index}>
          <SkeletonLine width={widths[index % widths.length] ?? '100%'} />
        </div>
      ))}
    </div>
  );
}
