export type Database = {
  public: {
    Tables: {
      announcements: {
        Row: {
          created_at: string;
          id: string;
          message: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          message: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          message?: string;
        };
        Relationships: [];
      };
      attachments: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          note_id: string;
          notebook_id: string;
          path: string;
          size: number;
          type: string;
          uploader_id: string | null;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          note_id: string;
          notebook_id: string;
          path?: string;
          size?: number;
          type?: string;
          uploader_id?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          note_id?: string;
          notebook_id?: string;
          path?: string;
          size?: number;
          type?: string;
          uploader_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'attachments_note_id_notebook_id_fkey';
            columns: ['note_id', 'notebook_id'];
            isOneToOne: false;
            referencedRelation: 'notes';
            referencedColumns: ['id', 'notebook_id'];
          },
          {
            foreignKeyName: 'attachments_uploader_id_fkey';
            columns: ['uploader_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      notebook_members: {
        Row: {
          created_at: string;
          notebook_id: string;
          role: Database['public']['Enums']['notebook_role'];
          user_id: string;
        };
        Insert: {
          created_at?: string;
          notebook_id: string;
          role: Database['public']['Enums']['notebook_role'];
          user_id: string;
        };
        Update: {
          created_at?: string;
          notebook_id?: string;
          role?: Database['public']['Enums']['notebook_role'];
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notebook_members_notebook_id_fkey';
            columns: ['notebook_id'];
            isOneToOne: false;
            referencedRelation: 'notebooks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notebook_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      notebooks: {
        Row: {
          color: Database['public']['Enums']['notebook_color'];
          created_at: string;
          id: string;
          name: string;
          owner_id: string;
          updated_at: string;
        };
        Insert: {
          color?: Database['public']['Enums']['notebook_color'];
          created_at?: string;
          id?: string;
          name: string;
          owner_id?: string;
          updated_at?: string;
        };
        Update: {
          color?: Database['public']['Enums']['notebook_color'];
          created_at?: string;
          id?: string;
          name?: string;
          owner_id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      notes: {
        Row: {
          author_id: string | null;
          body: string;
          created_at: string;
          excerpt: string | null;
          id: string;
          notebook_id: string;
          search: unknown;
          title: string;
          updated_at: string;
        };
        Insert: {
          author_id?: string | null;
          body?: string;
          created_at?: string;
          excerpt?: never;
          id?: string;
          notebook_id: string;
          search?: never;
          title?: string;
          updated_at?: string;
        };
        Update: {
          author_id?: string | null;
          body?: string;
          created_at?: string;
          excerpt?: never;
          id?: string;
          notebook_id?: string;
          search?: never;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notes_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notes_notebook_id_fkey';
            columns: ['notebook_id'];
            isOneToOne: false;
            referencedRelation: 'notebooks';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          created_at: string;
          full_name: string;
          id: string;
          picture_changed_at: string | null;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          full_name: string;
          id: string;
          picture_changed_at?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          full_name?: string;
          id?: string;
          picture_changed_at?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      invite_member: {
        Args: {
          email: string;
          notebook_id: string;
          role?: Database['public']['Enums']['notebook_role'];
        };
        Returns: {
          created_at: string;
          notebook_id: string;
          role: Database['public']['Enums']['notebook_role'];
          user_id: string;
        };
      };
      search_notes: {
        Args: { max_results?: number; query: string };
        Returns: {
          id: string;
          notebook_id: string;
          snippet: string;
          title: string;
          updated_at: string;
        }[];
      };
    };
    Enums: {
      notebook_color: 'marigold' | 'coral' | 'plum' | 'moss' | 'lagoon' | 'slate';
      notebook_role: 'owner' | 'editor' | 'viewer';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};
