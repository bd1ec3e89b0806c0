import { useEffect, useRef, useState } from 'react';
import type { CellAddress } from '../../../ui/grid/navigation.ts';
import type { Rows } from '../rows/use-rows.ts';

/** The active cell, which goes along with its row where others' changes move it. */
export function useActiveCell({
  window,
  moved,
}: Rows): readonly [CellAddress | null, (address: CellAddress) => void] {
  const [active, setActive] = useState<CellAddress | null>(null);
  const keyId = useRef<string | null>(null);
  const choose = (address: CellAddress): void => {
    keyId.current = window.rowAt(address.row)?.keyId ?? null;
    setActive(address);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have moved
  useEffect(() => {
    const id = keyId.current;
    if (id === null) return;
    const row = window.indexOf(id);
    if (row >= 0) setActive((current) => current && { ...current, row });
  }, [moved.times]);
  return [active, choose];
}
