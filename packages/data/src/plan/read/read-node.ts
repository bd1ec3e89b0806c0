import type { QualifiedName } from '../../catalog/names.ts';
import type { Relationship } from '../../catalog/relationship.ts';
import type { RangeSlots } from '../../parse/bind-ranges.ts';
import type {
  LogicSyntax,
  OrderSyntax,
  SelectEmbed,
  SelectField,
  SelectItem,
} from '../../parse/syntax.ts';

/** One level of `select` while it is planned, with what the other parameters say of it. */
export class ReadNode {
  /** What the level was asked for by: table, view, constraint or column. */
  readonly target: string;
  readonly embed: SelectEmbed | undefined;
  readonly fields: readonly SelectField[];
  readonly children: readonly ReadNode[];
  readonly filters: LogicSyntax[] = [];
  order: readonly OrderSyntax[] | undefined;
  range: RangeSlots | undefined;
  /** Known once relationships have been looked up. */
  relation: QualifiedName;
  relationship: Relationship | undefined;

  constructor(relation: QualifiedName, items: readonly SelectItem[], embed?: SelectEmbed) {
    this.target = relation.name;
    this.relation = relation;
    this.embed = embed;
    this.fields = items.filter((item) => item.kind === 'field');
    this.children = items
      .filter((item) => item.kind === 'embed')
      .map((item) => {
        const target = { schema: relation.schema, name: item.relation };
        return new ReadNode(target, item.items, item);
      });
  }

  /** Its key in the result, and what filters call it. */
  get name(): string {
    return this.embed?.alias ?? this.target;
  }

  /** True where neither it nor anything below selects a column. */
  get selectsNothing(): boolean {
    return this.fields.length === 0 && this.children.every((child) => child.selectsNothing);
  }
}
